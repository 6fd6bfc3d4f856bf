/** A promise settled from outside. */
export interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Creates a promise that nobody is required to await. */
export function createDeferred(): Deferred {
  let settle: Omit<Deferred, 'promise'> = { resolve: () => undefined, reject: () => undefined }
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => undefined)
  return { promise, ...settle }
}
