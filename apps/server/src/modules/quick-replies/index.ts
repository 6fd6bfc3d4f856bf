export { serveQuickReplies as registerQuickReplies } from './quick-replies.routes.ts'
export { listReplies } from './quick-replies.service.ts'
export { deleteOf as deleteQuickRepliesOf } from './quick-replies.store.ts'
