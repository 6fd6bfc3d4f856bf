import { useSyncExternalStore } from 'react'
import { isConnected, onConnectionChange } from './connection.ts'

/** Whether the device has a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )

/** Whether there is a network and the last call got a response. */
export const useConnection = (): boolean => useSyncExternalStore(onConnectionChange, isConnected, () => true)
