// A certificate that signs itself, good for a hundred years: it proves nothing, and no one trusts it but tests.

/** The one name that the certificate is for. */
export const certifiedName = 'receiver.example.org';

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg75oqXR2Yagrj8wG+
BZPsRyLu1WTAyGBIE0zhaMquDcWhRANCAAQRkHygrZLvpYZ+NIogIaOJuBWw48fH
Sndg7MJR93p7HTf03PEflhPX9XNcpuPb1GJxEiCgYqKvFrhrNvjRECF8
-----END PRIVATE KEY-----
`;

export const certificate = `-----BEGIN CERTIFICATE-----
MIIBgjCCASigAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRyZWNlaXZl
ci5leGFtcGxlLm9yZzAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFow
HzEdMBsGA1UEAwwUcmVjZWl2ZXIuZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAAQRkHygrZLvpYZ+NIogIaOJuBWw48fHSndg7MJR93p7HTf03PEf
lhPX9XNcpuPb1GJxEiCgYqKvFrhrNvjRECF8o1MwUTAPBgNVHRMBAf8EBTADAQH/
MB8GA1UdEQQYMBaCFHJlY2VpdmVyLmV4YW1wbGUub3JnMB0GA1UdDgQWBBRBsppP
gEiwhcJoVzpWHKu1zT5xejAKBggqhkjOPQQDAgNIADBFAiAK6PUrocWkO1JBJX6j
DIXhFJewO54S35Q/K7UfLLMYMwIhAN1/HZAe74JkSsAOQhWGEmoETem4mp2WoFI3
p4aVRv5S
-----END CERTIFICATE-----
`;
