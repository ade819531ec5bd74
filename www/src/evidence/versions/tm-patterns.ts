import { css, html, nothing } from 'lit';
import type { Comparison } from '../../comparison/comparison';
import type { PatternProved } from '../../engine/types';
import { base } from '../../kit/base';
import { prose } from '../../kit/prose';
import { dropped, fill, overFiles, textFieldStyles, textOf } from '../../kit/text-field';
import { Component } from '../../playground/component';
import { patterns as messages } from './messages';
import { MAX_PATTERNS } from './patterns';
import type { Versioning } from './versioning';

/** The user's own patterns: a field to type them, their errors, and which were proved. */
export class TmPatterns extends Component {
  static override properties = {
    comparison: { attribute: false },
    typed: { state: true },
    isKept: { state: true },
    said: { state: true },
  };

  static override styles = [
    base,
    textFieldStyles,
    css`
      :host {
        display: block;
        margin-block: var(--space-2) var(--space-3);
      }

      p {
        max-inline-size: 75ch;
        overflow-wrap: anywhere;
      }

      textarea {
        block-size: 14rem;
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-3);
      }

      summary {
        cursor: pointer;
        inline-size: fit-content;
      }

      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  declare comparison: Comparison | undefined;
  /** The text in the field; undefined until the stored text is loaded. */
  declare typed: string | undefined;
  /** Whether there were stored patterns, which are then shown. */
  declare isKept: boolean;
  /** The announcement for the last action. */
  declare said: string;

  constructor() {
    super();
    this.comparison = undefined;
    this.typed = undefined;
    this.isKept = false;
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.app.searches.versions().then(({ patterns }) => {
      this.typed ??= patterns;
      this.isKept ||= patterns !== '';
    });
  }

  override render() {
    const { versioning } = this.state;
    const { typed = '' } = this;
    const used = versioning?.request.patterns ?? '';
    const isUsed = used === typed || (used === '' && typed.trim() === '');
    const problem = versioning?.state === 'refused' && isUsed ? versioning.problem : undefined;
    const proved = versioning?.state === 'ended' && isUsed ? versioning.patterns : [];
    return html`<details ?open=${this.isKept}>
      <summary>${messages.title}</summary>
      <p class="muted">${messages.intro}</p>
      <div class="given" @dragover=${this.#over} @dragleave=${this.#out} @drop=${this.#drop}>
        <div class="field">
          <label for="patterns">${messages.label}</label>
          <textarea
            id="patterns"
            spellcheck="false"
            autocapitalize="off"
            placeholder=${messages.example}
            aria-invalid=${problem !== undefined}
            aria-describedby="problem"
            .value=${typed}
            @input=${this.#write}
          ></textarea>
        </div>
        <p id="problem" class="wrong" ?hidden=${!problem}>
          ${problem ? prose(messages.problem(problem.line, problem.message)) : nothing}
        </p>
      </div>
      <div class="tools">
        <button type="button" class="primary" ?disabled=${isUsed && !problem} @click=${this.#use}>
          ${typed.trim() === '' ? messages.none : messages.use}
        </button>
        <button type="button" @click=${this.#choose}>${messages.open}</button>
        <input type="file" hidden accept=".pattern,.txt,text/plain" @change=${this.#chosen} />
      </div>
      <p role="status">${this.said || this.#known(proved, versioning)}</p>
    </details>`;
  }

  #known(proved: readonly PatternProved[], versioning: Versioning | undefined) {
    if (proved.length === 0) return nothing;
    const used = (name: string) => {
      if (versioning?.state !== 'ended') return 0;
      const { procedures } = versioning.view.report;
      return procedures.reduce((sum, { by }) => sum + (count(by.patterns, name) ?? 0), 0);
    };
    return proved.map(({ name, tried }) => messages.proved(name, tried, used(name))).join(' ');
  }

  readonly #write = async (event: Event) => {
    this.typed = (event.target as HTMLTextAreaElement).value;
    this.said = '';
    (await this.app.searches.versions()).write(this.typed);
  };

  readonly #use = async () => {
    this.said = '';
    const { comparison } = this;
    if (!comparison) return;
    await (await this.app.searches.versions()).again(comparison);
    // Errors are announced where they can be corrected.
    const { versioning } = this.state;
    if (versioning?.state === 'refused') this.#goTo(versioning.problem.line);
  };

  readonly #choose = () => this.renderRoot.querySelector<HTMLElement>('input[type=file]')?.click();

  readonly #chosen = async (event: Event) => {
    const input = event.target as HTMLInputElement;
    await this.#open([...(input.files ?? [])]);
    input.value = '';
  };

  readonly #over = (event: DragEvent) => overFiles(event, this.#given);

  readonly #out = () => this.#given?.classList.remove('drop');

  readonly #drop = (event: DragEvent) => this.#open(dropped(event, this.#given));

  /** Replaces the text by the files, concatenated. */
  async #open(files: readonly File[]): Promise<void> {
    const area = this.#area;
    if (!area || files.length === 0) return;
    const names = files.map(({ name }) => name).join(', ');
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_PATTERNS) {
      this.said = messages.tooLarge(names);
      return;
    }
    try {
      fill(area, (await Promise.all(files.map(textOf))).join('\n'));
      this.typed = area.value;
      (await this.app.searches.versions()).write(area.value);
      this.said = messages.opened(names);
    } catch {
      this.said = messages.unreadable(names);
    }
  }

  /** Moves the cursor to the line with an error. */
  #goTo(line: number): void {
    const area = this.#area;
    if (!area) return;
    const before = area.value.split('\n').slice(0, line - 1);
    const from = before.reduce((sum, { length }) => sum + length + 1, 0);
    const end = area.value.indexOf('\n', from);
    area.focus();
    area.setSelectionRange(from, end < 0 ? area.value.length : end);
    const height = area.scrollHeight / area.value.split('\n').length;
    area.scrollTop = height * (line - 3);
  }

  get #given(): HTMLElement | null {
    return this.renderRoot.querySelector('.given');
  }

  get #area(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }
}

/** The count of a pattern, which the engine reports in a map or an object. */
function count(patterns: unknown, name: string): number | undefined {
  return patterns instanceof Map
    ? patterns.get(name)
    : (patterns as Record<string, number> | undefined)?.[name];
}

customElements.define('tm-patterns', TmPatterns);
