import { WebSocket } from 'ws'

/** Like a browser's, whose errors nobody needs to listen to. */
class BrowserWebSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => undefined)
  }
}

// The chat's client uses the browser's WebSocket, which Node has since version 22.
const scope: { WebSocket?: unknown } = globalThis
scope.WebSocket ??= BrowserWebSocket
