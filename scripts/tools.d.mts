type Tool = 'redis' | 'pdftotext' | 'qpdf' | 'pgbouncer'
export function findTool(name: Tool): string | undefined
export function ensureTools(names: Tool[]): string[]
export const testTools: Tool[]
