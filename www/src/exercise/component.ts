import { ContextConsumer, createContext } from '@lit/context';

import { Component } from '../playground/component';
import type { ExerciseControl } from './control';
import type { ExerciseState } from './state';

/** The exercise of a part of a document; it surrounds its playground. */
export const exerciseContext = createContext<ExerciseControl>(Symbol('exercise'));

/** A component that belongs to an exercise, and to its playground. */
export class ExerciseComponent extends Component {
  readonly #exercise = new ContextConsumer(this, { context: exerciseContext });

  protected get exercise(): ExerciseControl {
    const exercise = this.#exercise.value;
    if (!exercise) throw new Error(`${this.localName} is outside of any exercise`);
    return exercise;
  }

  /** The reader's progress, followed as `state` is. */
  protected get work(): Readonly<ExerciseState> {
    return this.exercise.store.state;
  }
}
