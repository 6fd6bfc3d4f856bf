/** Arguments that cannot be understood: the message says which, and the help follows it. */
export class UsageError extends Error {
  override name = 'Usage'
}

/** What a word of the command line does with the rest of it; answers what is to be printed. */
export type CliCommand<Deps> = (deps: Deps, args: string[]) => Promise<string>
