import { afterEach, beforeEach, vi, type Mock } from 'vitest'

/**
 * Replaces exports of a module (`import * as api from './api.ts'`) in the tests of a file. Other files share the module and
 * have its own exports again afterwards. Modules that read an export as they load keep what it was then.
 */
export function replaceExports<Module extends object>(
  module: Module,
  exports: Readonly<Partial<Record<keyof Module, unknown>>>,
): void {
  const own = module as Record<string, unknown>
  const others = exports as Readonly<Record<string, unknown>>
  let replaced: Mock[] = []
  beforeEach(() => {
    replaced = Object.keys(others).map((name) => vi.spyOn(own, name, 'get').mockImplementation(() => others[name]))
  })
  afterEach(() => replaced.forEach((each) => each.mockRestore()))
}
