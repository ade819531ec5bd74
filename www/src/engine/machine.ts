/** The machines that the page has an engine for, by the names that the engine gives them. */

export const machines = ['mips', 'arm64'] as const;

export type MachineName = (typeof machines)[number];
