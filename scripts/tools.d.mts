type Tool = 'redis' | 'pdftotext' | 'qpdf'
export function findTool(name: Tool): string | undefined
export function ensureTools(names: Tool[]): string[]
export const testTools: Tool[]
