// Tiny real documents of every kind, as a visitor's computer would make them.
import { crc32, deflateSync } from 'node:zlib';

export function pdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj${object}endobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 4\n0000000000 65535 f \n${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** One black pixel. */
export function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([uint32(data.length, 'BE'), body, uint32(crc32(body), 'BE')]);
  };
  const header = Buffer.concat([uint32(1, 'BE'), uint32(1, 'BE'), Buffer.from([8, 0, 0, 0, 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** One pixel. */
export function jpeg(): Buffer {
  const quantization = '/'.repeat(86);
  return Buffer.from(
    `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${quantization}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
    'base64',
  );
}

export function docx(): Buffer {
  return office('word/document.xml', 'wordprocessingml.document');
}

export function xlsx(): Buffer {
  return office('xl/workbook.xml', 'spreadsheetml.sheet');
}

function office(part: string, type: string): Buffer {
  const main = `application/vnd.openxmlformats-officedocument.${type}.main+xml`;
  return zip([
    [
      '[Content_Types].xml',
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${main}"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${part}"/></Relationships>`,
    ],
    [part, '<?xml version="1.0"?><document/>'],
  ]);
}

export function odt(): Buffer {
  return zip([
    ['mimetype', 'application/vnd.oasis.opendocument.text'],
    ['content.xml', '<?xml version="1.0"?><office:document-content/>'],
  ]);
}

/** A zip archive, nothing compressed. */
export function zip(files: readonly (readonly [name: string, content: string])[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(text);
    const common = Buffer.concat([
      uint16(20, 0, 0, 0, 0x21),
      uint32(crc32(content), 'LE'),
      uint32(content.length, 'LE'),
      uint32(content.length, 'LE'),
      uint16(Buffer.byteLength(name), 0),
    ]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        uint16(20),
        common,
        uint16(0, 0, 0, 0, 0),
        uint32(offset, 'LE'),
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.concat([
    Buffer.from('PK\x05\x06'),
    uint16(0, 0, files.length, files.length),
    uint32(listed.length, 'LE'),
    uint32(offset, 'LE'),
    uint16(0),
  ]);
  return Buffer.concat([...parts, listed, end]);
}

/** An old Word file: the container of Microsoft's compound files with an empty stream of Word's. */
export function doc(): Buffer {
  return compoundFile('WordDocument');
}

/** An old Excel file: the same container with Excel's stream. */
export function xls(): Buffer {
  return compoundFile('Workbook');
}

function compoundFile(stream: string): Buffer {
  const endOfChain = 0xfffffffe;
  const free = 0xffffffff;
  const header = Buffer.alloc(512, 0xff);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.fill(0, 8, 24);
  uint16(0x3e, 3, 0xfffe, 9, 6, 0, 0, 0).copy(header, 24);
  header.fill(0, 40, 44);
  // One sector of the allocation table (0), the directory in sector 1, no small streams, no further tables.
  for (const [i, value] of [1, 1, 0, 4096, endOfChain, 0, endOfChain, 0, 0].entries()) {
    uint32(value, 'LE').copy(header, 44 + 4 * i);
  }
  const table = Buffer.alloc(512, 0xff);
  uint32(0xfffffffd, 'LE').copy(table, 0);
  uint32(endOfChain, 'LE').copy(table, 4);
  const entry = (name: string, type: number, child: number) => {
    const bytes = Buffer.alloc(128);
    bytes.write(name, 0, 'utf16le');
    uint16(name === '' ? 0 : 2 * (name.length + 1)).copy(bytes, 64);
    bytes[66] = type;
    bytes[67] = 1;
    for (const [i, value] of [free, free, child].entries()) uint32(value, 'LE').copy(bytes, 68 + 4 * i);
    uint32(endOfChain, 'LE').copy(bytes, 116);
    return bytes;
  };
  const directory = [
    entry('Root Entry', 5, 1),
    entry(stream, 2, free),
    entry('', 0, free),
    entry('', 0, free),
  ];
  return Buffer.concat([header, table, ...directory]);
}

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}

function uint32(value: number, order: 'LE' | 'BE'): Buffer {
  const bytes = Buffer.alloc(4);
  if (order === 'LE') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
}
