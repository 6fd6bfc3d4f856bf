import type { StepUpMethod } from '@fettle/protocol/accounts/credentials'
import type { ContractDocument } from '@fettle/protocol/contracts/versions'
import { hash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { canonical } from '../history/audit.rules.ts'
import type { Contract, SignatureRow } from '../contract.types.ts'
import type { StoredVersion } from '../history/versions.rules.ts'

/** Content of the certificate on the last page of a signed contract, signed by the server. Pure. */

export interface Certificate {
  contractId: string
  reference: string
  version: number
  contentHash: string
  /** Head of the audit trail once both had signed. */
  auditHead: string
  /** Time of the second signature. */
  signedAt: string
  signers: {
    party: 'PROVIDER' | 'CUSTOMER'
    legalName: string
    method: 'DRAWN' | 'TYPED'
    imageFileId: string | null
    signedAt: string
    ip: string | null
    userAgent: string | null
    timeZone: string | null
    stepUp: StepUpMethod
    consentTextVersion: string
    /** Hash of the signed text: this version, or the change order it includes. */
    contentHash: string
  }[]
  keyId: string
}
/** With the base64 Ed25519 signature of the canonical JSON of everything else. */
export type SignedCertificate = Certificate & { signature: string }

// PKCS #8 prefix of an Ed25519 private key; its 32 bytes follow.
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SigningKey {
  privateKey: KeyObject
  publicKeyPem: string
  /** First half of the SHA-256 of the public key, in hexadecimal. */
  keyId: string
}

export function signingKey(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const der = publicKey.export({ format: 'der', type: 'spki' })
  return {
    privateKey,
    publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    keyId: hash('sha256', der).slice(0, 32),
  }
}

/** The certificate of a signed version, with its signatures in the order of signing, signed with the server's key. */
export function makeCertificate(
  contract: Pick<Contract, 'id' | 'reference'>,
  version: Pick<StoredVersion, 'number' | 'contentHash'>,
  signatures: readonly SignatureRow[],
  auditHead: string,
  key: SigningKey,
): SignedCertificate {
  const signers = signatures
    .toSorted((one, other) => +one.signedAt - +other.signedAt)
    .map((row) => ({
      party: row.party,
      legalName: row.legalName,
      method: row.method,
      imageFileId: row.imageFileId,
      signedAt: row.signedAt.toISOString(),
      ip: row.ip,
      userAgent: row.userAgent,
      timeZone: row.timeZone,
      stepUp: row.stepUp,
      consentTextVersion: row.consentTextVersion,
      contentHash: row.contentHash,
    }))
  const certificate: Certificate = {
    contractId: contract.id,
    reference: contract.reference,
    version: version.number,
    contentHash: version.contentHash,
    auditHead,
    signedAt: signers.at(-1)?.signedAt ?? '',
    signers,
    keyId: key.keyId,
  }
  const signature = sign(null, Buffer.from(canonical(certificate)), key.privateKey).toString('base64')
  return { ...certificate, signature }
}

/** `A. O.`: the only hint about the parties on the public page. */
export const initialsOf = ({ provider, customer }: Pick<ContractDocument, 'provider' | 'customer'>): string[] =>
  [provider.name, customer.name].map((name) =>
    name
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase()}.`)
      .join(' '),
  )
