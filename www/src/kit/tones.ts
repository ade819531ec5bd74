import { css } from 'lit';

/** The appearance of an answer: its colour and background. */
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
