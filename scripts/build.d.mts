/** Runs `npm ci` in `root` unless every package of its lock file is installed. Throws when npm fails. */
export function installMissing(root: string, installation?: { dev?: boolean }): void
export function buildChanged(root: string, names?: string[]): Promise<void>
