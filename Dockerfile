# One image for every process: the API by default, the others by another command (see the Procfile).
ARG NODE_VERSION=24
FROM node:${NODE_VERSION}-bookworm-slim AS node
WORKDIR /app

FROM node AS build
COPY package.json package-lock.json ./
COPY client/package.json client/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node AS dependencies
COPY package.json package-lock.json ./
COPY client/package.json client/
# Without what is optional. Types and source maps of packages are 100 MB that no process reads.
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
 && rm -rf node_modules/parley-client

FROM node
# As process 1, tini passes SIGTERM on to Node and reaps what a killed process leaves.
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
USER node
EXPOSE 3000
# The API's; a worker's is `node dist/cli/alive.js reply` or `index`.
HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 CMD ["node", "dist/cli/alive.js"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "dist/api/main.js"]
