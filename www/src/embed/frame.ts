/**
 * Handles the frames of this host on a page: tells them that the page listens, and sets their
 * height.
 */

import { isFrameMessage } from './height';

/** Maximum height in pixels. */
const MAX_HEIGHT = 20_000;

/**
 * Adjusts the height of every embed of `base` on this page to its content, however it was added.
 */
export function followHeights(base: string): void {
  const { origin } = new URL(base);
  const addresses = ['embed.html', 'exercise.html'].map((page) => new URL(page, base).href);
  const isEmbed = (src: string) => addresses.some((address) => src.startsWith(address));
  const known = new Map<MessageEventSource, HTMLIFrameElement>();
  const embeds = () => [...frames(document)].filter(({ src }) => isEmbed(src));
  const embedOf = (source: MessageEventSource | null) => {
    if (!source) return undefined;
    const frame =
      known.get(source) ?? embeds().find(({ contentWindow }) => contentWindow === source);
    // A frame that was moved or navigated is no longer the known one.
    if (!frame || frame.contentWindow !== source || !isEmbed(frame.src)) return undefined;
    known.set(source, frame);
    return frame;
  };
  const greet = (frame: HTMLIFrameElement) =>
    frame.contentWindow?.postMessage({ tamarin: 'hello' }, origin);
  addEventListener('message', ({ source, origin: from, data }) => {
    // A sandboxed frame has no origin, so its window alone identifies it.
    if ((from !== origin && from !== 'null') || !isFrameMessage(data)) return;
    const frame = embedOf(source);
    if (!frame) return;
    if (data.tamarin === 'hello') {
      frame.contentWindow?.postMessage({ tamarin: 'hello' }, from === 'null' ? '*' : origin);
    } else if (Number.isFinite(data.height)) {
      const height = Math.min(Math.max(Math.ceil(data.height), 0), MAX_HEIGHT);
      frame.style.height = `${height + border(frame)}px`;
    }
  });
  // Embeds that loaded before this script.
  for (const frame of embeds()) greet(frame);
}

/** All frames, including those inside other components. */
function* frames(root: Document | ShadowRoot): Generator<HTMLIFrameElement> {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLIFrameElement) yield element;
    else if (element.shadowRoot) yield* frames(element.shadowRoot);
  }
}

/** The height that the frame's border adds, if its height includes it. */
function border(frame: HTMLIFrameElement): number {
  const isOuter = getComputedStyle(frame).boxSizing === 'border-box';
  return isOuter ? frame.offsetHeight - frame.clientHeight : 0;
}
