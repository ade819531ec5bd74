import { Component } from '../playground/component';
import type { Arm64State } from './comparison';
import type { Arm64Playground } from './playground';

/** A component of a playground for ARM64. */
export class Arm64Component extends Component {
  protected override get app(): Arm64Playground {
    return super.app as Arm64Playground;
  }

  /** The comparison and the view of its result, followed as `state` is. */
  protected get result(): Readonly<Arm64State> {
    return this.app.result.state;
  }
}
