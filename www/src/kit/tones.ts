import { css } from 'lit';

/** What an answer looks like: its colour and the ground that it stands on. */
export const tones = css`
  .differ {
    --tone: var(--differ);
    --wash: var(--differ-wash);
  }

  .same {
    --tone: var(--same);
    --wash: var(--same-wash);
  }

  .open {
    --tone: var(--open);
    --wash: var(--open-wash);
  }
`;
