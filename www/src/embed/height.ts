/**
 * The height of an embed, for the page around it.
 *
 * The page's script says hello; from then on the embed tells its height to
 * that page, and to no other. Each side looks at who speaks: the embed listens
 * to its parent only, the page to the frame's own host only.
 */

/** What goes between an embed and the page around it. */
export type FrameMessage =
  /** From the embed, which is up; from the page, which is there too. */
  { tamarin: 'hello' } | { tamarin: 'height'; height: number };

export function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'tamarin' in data;
}

/** Tells the height of the document to the page around it, as often as it changes. */
export function tellHeight(content: Element): void {
  if (parent === window) return;
  let listener: string | undefined;
  const post = (message: FrameMessage, origin: string) => parent.postMessage(message, origin);
  const tell = () => {
    if (listener === undefined) return;
    const height = Math.ceil(content.getBoundingClientRect().height);
    post({ tamarin: 'height', height }, listener);
  };
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !isFrameMessage(data) || data.tamarin !== 'hello') return;
    // A page without an origin, a file for instance, can be addressed in no other way.
    listener = origin === 'null' ? '*' : origin;
    tell();
  });
  new ResizeObserver(tell).observe(content);
  // Holds nothing, so that anybody may hear it.
  post({ tamarin: 'hello' }, '*');
}
