export const findBrowser: () => string | undefined
export function ensureBrowser(): string
export const browserArgs: string[]
