// Preloaded into a process whose clock is to be ten minutes ahead: `NODE_OPTIONS=--import=<this file>`.
const AHEAD_MS = 600_000
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [RealDate.now() + AHEAD_MS] : args))
  }
  static now() {
    return RealDate.now() + AHEAD_MS
  }
}
