/** The texts of shared elements: lists, dialogs, texts. */

import { number } from './phrases';

export const parts = {
  close: 'Close',
  hidden: (n: number) => `${number(n)} not shown`,
  showMore: (n: number) => `Show ${number(n)} more`,
  loading: 'Loading',
  notLoaded: 'This view could not be loaded. Load the page again to try once more.',
  empty: 'Empty',
  gone: 'nothing',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  failed: (message: string) => `This could not be shown: ${message}`,
};
