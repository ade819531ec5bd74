/**
 * Reports the height of an embed to the page around it. The page's script says hello; from then on
 * the embed reports its height to that page only. Each side checks the sender: the embed listens to
 * its parent only, the page to the frame's own host only.
 */

/** The messages between an embed and the page around it. */
export type FrameMessage =
  /** From the embed when it is up, and from the page in reply. */
  { tamarin: 'hello' } | { tamarin: 'height'; height: number };

export function isFrameMessage(data: unknown): data is FrameMessage {
  return typeof data === 'object' && data !== null && 'tamarin' in data;
}

/** Reports the height of the document to the page around it, whenever it changes. */
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
    // A page without an origin, such as a file, cannot be addressed in another way.
    listener = origin === 'null' ? '*' : origin;
    tell();
  });
  new ResizeObserver(tell).observe(content);
  // It has no content, so anybody may receive it.
  post({ tamarin: 'hello' }, '*');
}
