import { createHmac } from 'node:crypto'

/** A keyed hash that is equal for equal accounts, whoever owns them, and does not reveal the account. */
export const bankFingerprint = (
  key: Buffer,
  account: { country: string; bankCode: string | null; accountNumber: string },
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([account.country, account.bankCode, account.accountNumber]))
    .digest()
