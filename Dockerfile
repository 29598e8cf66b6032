# The Node of package.json's dependency "node". For a build that can be repeated to the byte, add the digest of the image.
FROM node:26.10.0-trixie-slim AS pages
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY bin bin
COPY server server
COPY conformance conformance
COPY backoffice backoffice
COPY sdk sdk
# As after `npm ci --omit=dev`: installs the tools, builds, and leaves what is built.
RUN npm run build

FROM node:26.10.0-trixie-slim

WORKDIR /app
COPY package.json package-lock.json ./
COPY server/package.json server/
# Without install scripts the npm package "node" stays empty: this image has the Node that accueil runs on.
RUN npm ci --omit=dev --ignore-scripts --workspace server && npm cache clean --force
COPY bin bin
COPY server/src server/src
COPY conformance/src conformance/src
COPY docs/commencer.fr.md docs/guide.fr.md docs/
COPY docs/pictures docs/pictures
COPY --from=pages /app/server/dist server/dist
COPY --from=pages /app/backoffice/dist backoffice/dist
COPY --from=pages /app/sdk/dist/accueil.js sdk/dist/accueil.js
# docker build --build-arg COMMIT=$(git rev-parse HEAD): `accueil --version` names it.
ARG COMMIT=
RUN echo "$COMMIT" > bin/commit.txt
# A new volume takes over the owner and the mode of the folder it is mounted on.
RUN install -d -o node -g node -m 0700 /data

# By its number, so that a cluster can see that it is not root.
USER 1000
ENV NODE_COMPILE_CACHE=/home/node/.cache/accueil
# Memory of large bodies is given back: 40 CVs of 5 MiB left 100 MB more.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=2097152
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Compiled code is in the image: the first start is as fast as later ones, also with a read-only file system.
RUN node bin/accueil.js --version
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", \
  "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/accueil.js"]
CMD ["serve"]
