/** Invalid arguments. The message says which; the help follows. */
export class UsageError extends Error {
  override name = 'Usage'
}

/** A command of the command line. Returns its output. */
export type CliCommand<Deps> = (deps: Deps, args: string[]) => Promise<string>
