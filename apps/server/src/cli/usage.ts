/** Invalid arguments. The message says which; the help follows. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A command of the command line. Returns its output. Throws a UsageError for invalid arguments. */
export type CliCommand<Deps> = (deps: Deps, args: string[]) => Promise<string>

/** Environment variables, including `.env`, for commands that work on the installation itself. */
export type CommandEnvironment = Record<string, string | undefined>
