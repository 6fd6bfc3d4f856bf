export function buildChanged(root: string, names?: string[]): Promise<void>
