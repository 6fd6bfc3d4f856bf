export { MessagesDesk as Component } from './messages-desk.tsx'
