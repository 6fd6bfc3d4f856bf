import { afterAll, beforeAll } from 'vitest'

/** Starts something for the tests of a file and closes it after them. It has its properties once the tests run. */
export function setUp<Started extends { close(): Promise<unknown> }>(start: () => Promise<Started>): Started {
  const started = {} as Started
  beforeAll(async () => void Object.assign(started, await start()))
  afterAll(() => started.close())
  return started
}
