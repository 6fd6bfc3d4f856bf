import { useSyncExternalStore } from 'react'
import { isConnected, onConnectionChange } from './connection.ts'

/** Whether the device has a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )

/** Whether the device has a network and the last call over it got an answer. */
export const useConnection = (): boolean => useSyncExternalStore(onConnectionChange, isConnected, () => true)
