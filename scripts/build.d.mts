export function buildWhatChanged(root: string, names?: string[]): Promise<void>
