/** Invalid arguments. The message says which; the help follows. */
export class UsageError extends Error {
  override name = 'Usage'
}

/** A command of the command line. Returns its output. Throws a UsageError for invalid arguments. */
export type CliCommand<Deps> = (deps: Deps, args: string[]) => Promise<string>

/** What a command that works on the installation itself gets: the environment, with `.env`. */
export type CommandEnvironment = Record<string, string | undefined>
