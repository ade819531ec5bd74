import { css, html, nothing, svg } from 'lit';

import { type DebugControl, type Runs, type Speed, speeds } from './debugging';
import { debugging as messages } from './messages';

export interface Transport {
  speed: Speed;
  choose(speed: Speed): void;
  /** Performs an action and announces the result. */
  ask(action: () => void): void;
}

/** Drawings in a 16 by 16 square. */
const icons = {
  start: 'M3 3v10M13 3L6 8l7 5z',
  back: 'M11 3L4 8l7 5z',
  step: 'M5 3l7 5-7 5z',
  end: 'M13 3v10M3 3l7 5-7 5z',
  lineBack: 'M9 3L3 8l6 5zM13 3v10',
  lineOn: 'M7 3l6 5-6 5zM3 3v10',
  runBack: 'M15 4L9 8l6 4zM9 4L3 8l6 4z',
  runOn: 'M1 4l6 4-6 4zM7 4l6 4-6 4z',
  play: 'M5 3l8 5-8 5z',
  pause: 'M5 3v10M11 3v10',
};

type Icon = keyof typeof icons;

/** A breakpoint's dot marks the buttons that run to one. */
const renderIcon = (icon: Icon) =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<path d=${icons[icon]} />`}
    ${icon === 'runBack' ? svg`<circle cx="2" cy="13.5" r="2" />` : nothing}
    ${icon === 'runOn' ? svg`<circle cx="14" cy="13.5" r="2" />` : nothing}
  </svg>`;

/** The scrubber with its buttons: start, back, step, end, play, breakpoints. */
export function renderTransport(
  control: Pick<DebugControl<object>, 'pause' | 'play' | 'run' | 'seek' | 'step' | 'stepLine'>,
  { position, isPlaying, overview }: Runs,
  last: number,
  { speed, choose, ask }: Transport,
) {
  const move = (by: number) => () => ask(() => control.step(by));
  const button = (icon: Icon, isOff: boolean, action: () => void) => {
    const label = messages[icon];
    return html`<button
      type="button"
      title=${label}
      aria-label=${label}
      aria-disabled=${isOff}
      @click=${isOff ? undefined : action}
    >
      ${renderIcon(icon)}${named.includes(icon) ? html`<span>${label}</span>` : nothing}
    </button>`;
  };
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
      <span class="position" title=${messages.waits}>${messages.positionOf(position, last)}</span>
      ${button('start', isFirst, move(-last))} ${button('back', isFirst, move(-1))}
      ${button('step', isLast, move(1))} ${button('end', isLast, move(last))}
      ${
        hasLines
          ? html`${button('lineBack', isFirst, stepLine(true))}
            ${button('lineOn', isLast, stepLine(false))}`
          : nothing
      }
      ${button('runBack', isFirst, () => ask(() => control.run(true)))}
      ${button('runOn', isLast, () => ask(() => control.run(false)))}
      ${button(isPlaying ? 'pause' : 'play', false, () =>
        isPlaying ? ask(() => control.pause()) : control.play(speed),
      )}
      <label class="speed">
        <span class="unseen">${messages.speed}</span>
        <select
          title=${messages.speed}
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

/** Buttons with visible names; the others have tooltips. */
const named: readonly Icon[] = ['back', 'step'];

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
    gap: var(--space-1);
    margin-block-start: 0.375rem;
  }

  @media (pointer: fine) {
    .buttons button,
    .buttons select {
      min-height: 2rem;
      padding: 0 var(--space-2);
      font-size: var(--text-note);
    }
  }

  .buttons button {
    display: inline-flex;
    align-items: center;
    gap: var(--space-1);
  }

  .buttons svg {
    inline-size: 1rem;
    block-size: 1rem;
    flex: none;
    overflow: visible;
    fill: currentcolor;
    stroke: currentcolor;
    stroke-width: 1.25;
    stroke-linejoin: round;
  }

  .position {
    min-inline-size: 7.25rem;
    font-size: var(--text-note);
    font-variant-numeric: tabular-nums;
  }

  .speed select {
    inline-size: 5.5rem;
  }

  .speed {
    display: flex;
    align-items: center;
    gap: 0.375rem;
    font-size: var(--text-note);
  }
`;
