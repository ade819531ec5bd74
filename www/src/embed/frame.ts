/** The frames of this host on a page: they are told that somebody listens, and given their height. */

import { isFrameMessage } from './height';

/** Pixels that no embed needs more of. */
const MAX_HEIGHT = 20_000;

/** Lets every embed of `base` on this page, whoever put it there, be as high as what is in it. */
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
    // A frame that was moved or given another address is not the one that was known.
    if (!frame || frame.contentWindow !== source || !isEmbed(frame.src)) return undefined;
    known.set(source, frame);
    return frame;
  };
  const greet = (frame: HTMLIFrameElement) =>
    frame.contentWindow?.postMessage({ tamarin: 'hello' }, origin);
  addEventListener('message', ({ source, origin: from, data }) => {
    // A sandboxed frame has no origin, so there its window alone tells who it is.
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
  // Those that were up before this script.
  for (const frame of embeds()) greet(frame);
}

/** All frames, those inside of other components among them. */
function* frames(root: Document | ShadowRoot): Generator<HTMLIFrameElement> {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof HTMLIFrameElement) yield element;
    else if (element.shadowRoot) yield* frames(element.shadowRoot);
  }
}

/** What the frame's border adds where its height counts it. */
function border(frame: HTMLIFrameElement): number {
  const isOuter = getComputedStyle(frame).boxSizing === 'border-box';
  return isOuter ? frame.offsetHeight - frame.clientHeight : 0;
}
