export function buildWhatChanged(root: string): Promise<void>
