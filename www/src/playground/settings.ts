import type { NumberFormat } from '../kit/numbers';
import type { Store } from '../kit/store';
import { saveChoice, saveNumberFormat, saveTheme, type Theme } from '../work/storage';
import type { State } from './state';

/** The reader's persistent settings. */
export class Settings {
  readonly #store: Store<Pick<State, 'asYouType' | 'theme' | 'numbers'>>;

  constructor(store: Store<Pick<State, 'asYouType' | 'theme' | 'numbers'>>) {
    this.#store = store;
  }

  setAsYouType(asYouType: boolean): void {
    saveChoice('as-you-type', asYouType);
    this.#store.update({ asYouType });
  }

  setTheme(theme: Theme): void {
    this.#store.update({ theme });
    saveTheme(theme);
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset.theme;
    else dataset.theme = theme;
  }

  setNumbers(numbers: NumberFormat): void {
    this.#store.update({ numbers });
    saveNumberFormat(numbers);
  }
}
