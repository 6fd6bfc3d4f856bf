import type * as Argon2 from '@node-rs/argon2'
import { vi } from 'vitest'
import { PASSWORD } from '../fixtures/accounts.ts'

/**
 * Hashes the password of the fixtures at a low cost: thousands of accounts are created, and each hashes it twice. Other
 * passwords are hashed as in production.
 */
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof Argon2>()
  const hash: typeof argon2.hash = (password, options, signal) =>
    argon2.hash(password, password === PASSWORD ? { memoryCost: 1_024, timeCost: 1, parallelism: 1 } : options, signal)
  return { ...argon2, hash }
})
