type Tool = 'redis' | 'pdftotext' | 'qpdf' | 'pgbouncer'
export function ensureTools(names: Tool[]): string[]
export const testTools: Tool[]
