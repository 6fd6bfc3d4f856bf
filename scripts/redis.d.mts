export const findRedis: () => string | undefined
export function ensureRedis(): string
