// `node scripts/python-client.mjs [address of an OpenAPI document] [file]`: writes a Python client of the marketplace API,
// with one method per operation. It needs Python 3.9 and nothing else.
import { writeFileSync } from 'node:fs'
import { fail } from './read-options.mjs'

const [source = 'http://localhost:4310/v2/openapi.json', file = 'fettle_client.py'] = process.argv.slice(2)
const { paths } = await readDocument().catch((error) =>
  fail(`Cannot read the OpenAPI document at ${source}: ${error.cause?.code ?? error.message}.`),
)

async function readDocument() {
  const document = await (await fetch(source)).json()
  if (!document.paths) throw new Error('it has no paths')
  return document
}

const runtime = `"""Client of the Fettle marketplace API, made from its OpenAPI document."""

import json
import uuid
from typing import Any, Dict, List, NamedTuple, Optional
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class FettleError(Exception):
    """A request that the API refused. \`code\` says why: docs/reference/errors.md."""

    def __init__(self, failure: Dict[str, Any]) -> None:
        super().__init__(f"{failure['code']}: {failure['message']}")
        self.code: str = failure["code"]
        self.status: int = failure["status"]
        self.issues: List[Dict[str, Any]] = failure.get("issues", [])
        self.details: Dict[str, Any] = failure.get("details", {})
        self.request_id: str = failure["requestId"]


class Answer(NamedTuple):
    """What the API answered. \`meta["nextCursor"]\` of a list is the \`cursor\` of its next page."""

    data: Any
    meta: Dict[str, Any]


def _form(fields: Dict[str, Any], name: str, content: bytes) -> "tuple[bytes, str]":
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\\r\\ncontent-disposition: form-data; name="{key}"\\r\\n\\r\\n{value}\\r\\n'.encode()
        for key, value in fields.items()
    ]
    head = f'--{boundary}\\r\\ncontent-disposition: form-data; name="{name}"; filename="{name}"\\r\\n'
    parts += [head.encode(), b"content-type: application/octet-stream\\r\\n\\r\\n", content, b"\\r\\n"]
    return b"".join([*parts, f"--{boundary}--\\r\\n".encode()]), f"multipart/form-data; boundary={boundary}"


class FettleClient:
    """A write repeated with its \`idempotency_key\` takes effect once. \`acting_for\` is the customer a call acts for."""

    def __init__(self, origin: str, api_key: str, timeout: float = 30.0) -> None:
        self._origin, self._api_key, self._timeout = origin.rstrip("/"), api_key, timeout

    def _call(
        self,
        method: str,
        path: str,
        query: Optional[Dict[str, Any]] = None,
        body: Optional[Dict[str, Any]] = None,
        file: "Optional[tuple[str, bytes]]" = None,
        idempotency_key: Optional[str] = None,
        acting_for: Optional[str] = None,
    ) -> Answer:
        headers = {"authorization": f"Bearer {self._api_key}"}
        content = None
        if method != "GET":
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        if acting_for is not None:
            headers["x-customer-id"] = acting_for
        if file is not None:
            content, headers["content-type"] = _form(body or {}, *file)
        elif body is not None:
            content, headers["content-type"] = json.dumps(body).encode(), "application/json"
        asked = urlencode({name: value for name, value in (query or {}).items() if value is not None})
        address = f"{self._origin}{path}?{asked}" if asked else self._origin + path
        request = Request(address, data=content, headers=headers, method=method)
        try:
            with urlopen(request, timeout=self._timeout) as response:
                received = response.read()
                if not response.headers["content-type"].startswith("application/json"):
                    return Answer(received, {})
        except HTTPError as error:
            received = error.read()
        answer = json.loads(received)
        if not answer["success"]:
            raise FettleError(answer)
        return Answer(answer["data"], answer.get("meta", {}))
`

const keywords = new Set(['from', 'import', 'class', 'def', 'in', 'is', 'not', 'or', 'and', 'pass', 'global', 'return'])
const toSnake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/[.-]/g, '_')
const toName = (name) => (keywords.has(name) ? `${name}_` : toSnake(name))
const types = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' }
const typeOf = ({ type } = {}) => types[type] ?? 'Any'

/** One operation as a method. Path and body come first, everything else by name. */
function methodOf(method, path, { operationId, summary, description, parameters, requestBody }) {
  const inPath = parameters.filter((each) => each.in === 'path')
  const inQuery = parameters.filter((each) => each.in === 'query')
  const form = requestBody?.content['multipart/form-data']?.schema
  const fileField = Object.entries(form?.properties ?? {}).find(([, field]) => field.contentMediaType)?.[0]
  const isRead = method === 'get'
  const signature = [
    'self',
    ...inPath.map(({ name, schema }) => `${toName(name)}: ${typeOf(schema)}`),
    ...(fileField ? ['file: bytes', 'body: Optional[Dict[str, Any]] = None'] : []),
    ...(requestBody && !fileField ? ['body: Dict[str, Any]'] : []),
    '*',
    ...inQuery.map(({ name, schema, required }) =>
      required ? `${toName(name)}: ${typeOf(schema)}` : `${toName(name)}: Optional[${typeOf(schema)}] = None`,
    ),
    ...(isRead ? [] : ['idempotency_key: Optional[str] = None']),
    'acting_for: Optional[str] = None',
  ]
  // Paths are filled like \`f"/customers/{quote(id, safe='')}"\`.
  const address = path.replace(/\{(\w+)\}/g, (_, name) => `{quote(str(${toName(name)}), safe='')}`)
  const callArguments = [
    `"${method.toUpperCase()}"`,
    `${inPath.length > 0 ? 'f' : ''}"${address}"`,
    ...(inQuery.length > 0 ? [`query={${inQuery.map(({ name }) => `"${name}": ${toName(name)}`).join(', ')}}`] : []),
    ...(requestBody ? ['body=body'] : []),
    ...(fileField ? [`file=("${fileField}", file)`] : []),
    ...(isRead ? [] : ['idempotency_key=idempotency_key']),
    'acting_for=acting_for',
  ]
  const docstring = [summary, description].filter(Boolean).join('. ').replaceAll('\\', '\\\\').replaceAll('"', "'")
  return `
    def ${toName(operationId.replace('marketplace.', ''))}(
        ${signature.join(',\n        ')},
    ) -> Answer:
        """${docstring}."""
        return self._call(
            ${callArguments.join(',\n            ')},
        )
`
}

const methods = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v2/marketplace/'))
  .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => methodOf(method, path, operation)))
writeFileSync(file, runtime + methods.join(''))
