export const findBrowser: () => string | undefined
export function ensureBrowser(): string
export function ensureTestBrowser(): string
export const browserArgs: string[]
