import * as fc from 'fast-check'

/**
 * A property on the database is tried for two minutes at most, with fewer cases on a slow machine. Without a limit, the time
 * of such a test would be that of the slowest machine.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 120_000 })
