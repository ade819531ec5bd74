import { css, html, nothing } from 'lit';

import { type DebugControl, type Debugging, type Speed, speeds } from './debugging';
import { debugging as messages } from './messages';

export interface Transport {
  speed: Speed;
  choose(speed: Speed): void;
  /** Does something and has the result said aloud. */
  ask(action: () => void): void;
}

/** The scrubber with its buttons: start, back, step, end, play, breakpoints. */
export function renderTransport(
  control: DebugControl,
  { position, isPlaying, overview }: Debugging,
  last: number,
  { speed, choose, ask }: Transport,
) {
  const move = (by: number) => () => ask(() => control.step(by));
  const button = (label: string, isOff: boolean, action: () => void) =>
    html`<button type="button" aria-disabled=${isOff} @click=${isOff ? undefined : action}>
      ${label}
    </button>`;
  const [isFirst, isLast] = [position === 0, position === last];
  const point = overview?.parting?.position;
  const stepLine = (back: boolean) => () => ask(() => control.stepLine(back));
  const hasLines = overview?.has_lines ?? false;
  const onKey = (event: KeyboardEvent) => {
    const back = event.key === 'ArrowLeft';
    if (!hasLines || !event.shiftKey || !(back || event.key === 'ArrowRight')) return;
    event.preventDefault();
    stepLine(back)();
  };
  return html`<div class="transport" @keydown=${onKey}>
    <div class="scrub">
      <input
        type="range"
        min="0"
        max=${last}
        step="1"
        aria-label=${messages.position}
        aria-valuetext=${messages.positionOf(position, last)}
        .value=${String(position)}
        @input=${(event: InputEvent) =>
          control.seek(Number((event.target as HTMLInputElement).value))}
      />
      ${
        point === undefined || last === 0
          ? ''
          : html`<span class="mark" aria-hidden="true" style="--at: ${point / last}"></span>`
      }
    </div>
    <div class="buttons">
      <span class="position">${messages.positionOf(position, last)}</span>
      ${button(messages.start, isFirst, move(-last))} ${button(messages.back, isFirst, move(-1))}
      ${button(messages.step, isLast, move(1))} ${button(messages.end, isLast, move(last))}
      ${
        hasLines
          ? html`${button(messages.lineBack, isFirst, stepLine(true))}
            ${button(messages.lineOn, isLast, stepLine(false))}`
          : nothing
      }
      ${button(messages.runBack, isFirst, () => ask(() => control.run(true)))}
      ${button(messages.runOn, isLast, () => ask(() => control.run(false)))}
      <button
        type="button"
        @click=${() => (isPlaying ? ask(() => control.pause()) : control.play(speed))}
      >
        ${isPlaying ? messages.pause : messages.play}
      </button>
      <label class="speed">
        ${messages.speed}
        <select
          @change=${(event: Event) => {
            const chosen = Number((event.target as HTMLSelectElement).value);
            const known = speeds.find((one) => one === chosen);
            if (known === undefined) return;
            choose(known);
            if (!isPlaying) return;
            control.pause();
            control.play(known);
          }}
        >
          ${speeds.map(
            (one) =>
              html`<option value=${one} ?selected=${one === speed}>${messages.speeds[one]}</option>`,
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
    --at: 0;
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
    margin-block-start: 0.375rem;
  }

  @media (pointer: fine) {
    .buttons button,
    .buttons select {
      min-height: 2rem;
      padding: 0 var(--space-2);
      font-size: var(--text-xs);
    }
  }

  .position {
    min-inline-size: 9.5rem;
    font-size: var(--text-s);
    font-variant-numeric: tabular-nums;
  }

  .speed {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    font-size: var(--text-xs);
  }
`;
