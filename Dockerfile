# The bot in a container: see docs/hosting.md, "In a container".
ARG PYTHON=3.11.14-slim-bookworm

FROM python:${PYTHON} AS packages
RUN pip install --no-cache-dir uv==0.13.9
COPY deploy/requirements.txt /
RUN uv venv /opt/venv \
    && uv pip install --python /opt/venv --no-cache --compile-bytecode --require-hashes --requirement /requirements.txt

FROM python:${PYTHON}
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin dominoes \
    && install --directory --owner dominoes --group dominoes --mode 700 /data
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY bot.py launch.py settings.py ./
COPY cogs cogs
COPY engine engine
COPY hosting hosting
COPY render render
RUN python -m compileall -q .
# SQLite rewrites a large database by way of a file beside it: elsewhere nothing can be written
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    SQLITE_TMPDIR=/data \
    DOMINO_DATABASE=/data/domino.sqlite3 \
    DOMINO_METRICS_HOST=0.0.0.0 \
    DOMINO_METRICS_PORT=9464
USER 10001
VOLUME /data
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-m", "cogs.monitoring"]
CMD ["python", "bot.py"]
