import { css, html, nothing } from 'lit';
import { isSame } from '../engine/sources';
import { evidence as evidenceMessages } from '../evidence/messages';
import { versions as messages } from '../evidence/versions/messages';
import {
  procedureStyles,
  renderMarks,
  renderName,
  renderProcedures,
} from '../evidence/versions/procedures';
import type { TmSideBySide } from '../evidence/versions/tm-side-by-side';
import { linked } from '../help/linked';
import { base } from '../kit/base';
import { download } from '../kit/download';
import { Arm64Component } from './component';
import { givenBy } from './inputs';
import { answer, versions as own } from './messages';
import type { VersionsView } from './types';
import type { Versioning } from './versions';
import '../evidence/versions/tm-side-by-side';

/** The changes between two versions of an ARM64 program, procedure by procedure. */
export class TmArm64Versions extends Arm64Component {
  static override styles = [
    base,
    procedureStyles,
    css`
      :host {
        display: block;
        padding: var(--space-3);
      }

      section,
      details,
      .tools {
        margin-block-start: var(--space-3);
      }

      p {
        max-inline-size: 75ch;
        overflow-wrap: anywhere;
      }

      .tools {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: var(--space-1) var(--space-3);
      }

      .notice {
        color: var(--open);
        margin-block-end: var(--space-3);
      }
    `,
  ];

  /** Whoever opens the view has asked for the comparison of the compared programs. */
  override updated(): void {
    const { comparison } = this.result;
    if (comparison && comparison.status.state !== 'running') this.app.versionsOf(comparison);
  }

  override render() {
    const { comparison, versioning } = this.result;
    if (!comparison) return html`<p class="muted">${evidenceMessages.empty.versions}</p>`;
    if (versioning?.comparison !== comparison.began) return nothing;
    const { programs } = this.state;
    const { request } = versioning;
    const isNow = isSame(request.left, programs.left) && isSame(request.right, programs.right);
    return html`<div role="group" aria-label=${messages.label} data-state=${versioning.versions.state}>
      ${isNow ? nothing : html`<p class="notice" role="status">${messages.changed}</p>`}
      ${this.#found(versioning)}
      <p class="muted">${own.intro}</p>
    </div>`;
  }

  #found({ versions: part }: Versioning) {
    const tools = (says: string, label: string, act: 'again' | 'stop') => html`<div class="tools">
      <span role="status">${says}</span>
      <button type="button" @click=${async () => (await this.app.versions())[act]('versions')}>
        ${label}
      </button>
    </div>`;
    switch (part.state) {
      case 'waiting':
      case 'running':
        return tools(messages.comparing, messages.stop, 'stop');
      case 'stopped':
        return tools(messages.stopped, messages.again, 'again');
      case 'failed':
        return tools(messages.failed(part.message), messages.again, 'again');
      case 'ended':
        return html`${this.#view(part.view)}
          ${part.view.cut ? tools(own.cut, own.longer, 'again') : nothing}`;
      default:
        return part satisfies never;
    }
  }

  #view(view: VersionsView) {
    const { verdict, says, witness, procedures, only } = view;
    const rows = procedures.map(({ name, section, verdict, basis, reason, callers }) => ({
      name: renderName(name, section, (to) => this.#goTo(to)),
      verdict,
      why: [reason, callers].filter((text) => text != null),
      by: basis ?? '',
    }));
    return html`<p class="verdict ${verdict}" role="status">${messages.verdicts[verdict]}</p>
      ${says.map((text) => html`<p>${linked(text)}</p>`)}
      ${
        witness
          ? html`<div class="tools">
              <button type="button" @click=${() => this.app.step(givenBy(witness))}>
                ${answer.step}
              </button>
            </div>`
          : nothing
      }
      <section>
        <h3 class="unseen">${messages.listing}</h3>
        <tm-side-by-side .view=${view}></tm-side-by-side>
      </section>
      ${renderMarks(view.marks)}
      <section>
        <h3>${messages.procedures}</h3>
        ${renderProcedures(rows)} ${only.map((text) => html`<p>${text}.</p>`)}
      </section>
      <div class="tools">
        <button type="button" @click=${() => save(view)}>${messages.save}</button>
      </div>`;
  }

  #goTo(section: number): void {
    this.renderRoot.querySelector<TmSideBySide>('tm-side-by-side')?.goTo(section);
  }
}

/** Saves what the command line prints with `--json`. */
const save = ({ json }: VersionsView) =>
  download(messages.file, new Blob([`${json}\n`], { type: 'application/json' }));

customElements.define('tm-arm64-versions', TmArm64Versions);
