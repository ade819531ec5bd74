import { findProgram } from './chromium.mjs';

/** The Firefox of this machine, if there is one. */
export const findFirefox = () => findProgram(['firefox-esr', 'firefox']);
