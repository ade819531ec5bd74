import { css, html } from 'lit';

import { app } from '../app';
import { type Debugging, type Speed, speeds } from '../debugging';
import { debugging as words } from '../messages';

export interface Transport {
  speed: Speed;
  choose(speed: Speed): void;
  /** Does something and has the result said aloud. */
  ask(action: () => void): void;
}

/** The scrubber with its buttons: start, back, step, end, play, breakpoints. */
export function renderTransport(
  { position, isPlaying, overview }: Debugging,
  last: number,
  { speed, choose, ask }: Transport,
) {
  const move = (by: number) => () => ask(() => app.debugger.step(by));
  const button = (label: string, isOff: boolean, action: () => void) =>
    html`<button type="button" aria-disabled=${isOff} @click=${isOff ? undefined : action}>
      ${label}
    </button>`;
  const [isFirst, isLast] = [position === 0, position === last];
  const point = overview?.parting?.position;
  return html`<div class="transport">
    <div class="scrub">
      <input
        type="range"
        min="0"
        max=${last}
        step="1"
        aria-label=${words.position}
        aria-valuetext=${words.positionOf(position, last)}
        .value=${String(position)}
        @input=${(event: InputEvent) =>
          app.debugger.seek(Number((event.target as HTMLInputElement).value))}
      />
      ${
        point === undefined || last === 0
          ? ''
          : html`<span class="mark" aria-hidden="true" style="--at: ${point / last}"></span>`
      }
    </div>
    <div class="buttons">
      <span class="position">${words.positionOf(position, last)}</span>
      ${button(words.start, isFirst, move(-last))} ${button(words.back, isFirst, move(-1))}
      ${button(words.step, isLast, move(1))} ${button(words.end, isLast, move(last))}
      ${button(words.runBack, isFirst, () => ask(() => app.debugger.run(true)))}
      ${button(words.runOn, isLast, () => ask(() => app.debugger.run(false)))}
      <button
        type="button"
        @click=${() => (isPlaying ? ask(() => app.debugger.pause()) : app.debugger.play(speed))}
      >
        ${isPlaying ? words.pause : words.play}
      </button>
      <label class="speed">
        ${words.speed}
        <select
          @change=${(event: Event) => {
            const chosen = Number((event.target as HTMLSelectElement).value);
            const known = speeds.find((one) => one === chosen);
            if (known === undefined) return;
            choose(known);
            if (!isPlaying) return;
            app.debugger.pause();
            app.debugger.play(known);
          }}
        >
          ${speeds.map(
            (one) =>
              html`<option value=${one} ?selected=${one === speed}>${words.speeds[one]}</option>`,
          )}
        </select>
      </label>
    </div>
  </div>`;
}

export const transportStyles = css`
  .scrub {
    position: relative;
  }

  .scrub input {
    display: block;
    inline-size: 100%;
    min-height: 1.75rem;
    margin: 0;
    padding: 0;
    border: none;
    background: none;
    accent-color: var(--accent);
    cursor: pointer;
  }

  /* Where the runs part; the thumb is 1rem wide at either end. */
  .mark {
    position: absolute;
    inset-block-end: -0.25rem;
    inset-inline-start: calc(0.5rem + var(--at) * (100% - 1rem));
    translate: -50%;
    border: 0.3125rem solid transparent;
    border-block-end-color: var(--open);
    pointer-events: none;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.375rem;
    margin-block-start: 0.5rem;
  }

  .position {
    min-inline-size: 11rem;
    font-variant-numeric: tabular-nums;
  }

  .speed {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    font-size: 0.875rem;
  }
`;
