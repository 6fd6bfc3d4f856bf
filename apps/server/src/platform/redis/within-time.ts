/** The result of some work. Undefined when it fails, or takes longer than this; the work itself goes on. */
export const withinTime = <Result>(milliseconds: number, work: Promise<Result>): Promise<Result | undefined> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds).unref()
    work.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  })
