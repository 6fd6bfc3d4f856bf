/** Bytes by key, on disk or S3. What a file means is the uploads module's business. */
export interface Files {
  put(key: string, bytes: Buffer, mime: string): Promise<void>
  get(key: string): Promise<Buffer | undefined>
  remove(key: string): Promise<void>
  /** A path on this origin that serves the bytes until it expires (5 minutes), signed. */
  signedUrl(key: string, options?: { name?: string; expiresInSeconds?: number }): string
}
