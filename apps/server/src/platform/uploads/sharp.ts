import type { default as SharpFactory } from 'sharp'

let loading: Promise<typeof SharpFactory> | undefined

/** 75 ms and 19 MB that a process without uploads never needs. */
export const loadSharp = () => (loading ??= import('sharp').then((module) => module.default))
