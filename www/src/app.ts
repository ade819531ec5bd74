import { Playground } from './playground';

/** The page's one playground. */
export const app = new Playground();
