# Image of a later release, based on the image of this code.
ARG FIRST
FROM ${FIRST}
COPY contracts contracts
COPY services services
USER root
RUN node deploy/docker/strip-types.ts
USER node
